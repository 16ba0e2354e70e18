/** A program that asks, waits, searches, judges and fails: most of what a run can go through. */
export const office = `
artifact memo at "memo.txt"
artifact plan at "plan.json" { steps: string[] }
evidence notes
verdict review { outcome: "ok" | "changes" }
wait Approval { class intervention  answer boolean  declinable }
wait Payment { class signal  answer { id: string } }
wait Later { class schedule }
tool search { input { query: string }  output { hits: string[] } }

playbook write {
  intent "Ask, search and write"
  outputs memo
  clarifies { rounds 1  questions 2 }
  uses search
  do {
    ask Approval "Shall it be written?" as go
    call search { query: "bread" } as found
    generate memo { prompt "Write about {{ found.hits }}." }
  }
}
playbook pay {
  intent "Wait for the money, and a while"
  returns notes
  do {
    together {
      ask Payment "Where is the money?" as money
      ask Later "A day later" in 1d
    }
    return notes from "paid {{ money.id }}"
  }
}
playbook judge {
  intent "Judge"
  requires notes
  returns review
  prompt "Judge {{ notes }}."
}
playbook make-plan {
  intent "Plan"
  requires review.outcome == "ok"
  outputs plan
  on exhausted ask Approval
  prompt "Plan."
}
playbook office {
  intent "All of it"
  admits write, pay, judge, make-plan
  until landed memo and landed plan
  limits { rounds 12  lanes 3 }
}
`;

/** A scenario of it that goes to its goal. */
export const officeLines = `
run office
write asks [{ ref: "tone", question: "Which tone?" }] then lands "Dear all."
judge returns { outcome: "changes" } then { outcome: "ok" } then { outcome: "ok" }
make-plan fails "no idea" then lands { steps: ["bake"] }
tool search gives { hits: ["bread"] }
person answers go true
person answers Clarification { tone: "dry" }
signal Payment { id: "p1" }
after 2d
person answers Approval true of make-plan
expect landed memo and landed plan
`;
