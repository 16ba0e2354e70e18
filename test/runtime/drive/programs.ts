/** Small programs for the driver's tests. */

/** Writes a note: one call to a model, one landing. */
export const note = `
namespace a
artifact note at "note.md"
playbook write { intent "Write a note"  outputs note  prompt "Write the note." }
`;

/** Asks a person first, then writes. */
export const gated = `
namespace a
artifact note at "note.md"
wait Go { class intervention  answer boolean }
playbook gated {
  intent "Write a note once it is allowed"
  outputs note
  do {
    ask Go "May I?" as allowed
    generate note { prompt "Write the note." }
  }
}
`;

/** The same with a moment that is waited for. */
export const timed = `
namespace a
artifact note at "note.md"
wait Later { class schedule }
wait Go { class intervention  answer boolean  expires 3h answering true }
playbook later {
  intent "Write a note later"
  outputs note
  do {
    ask Later "In two hours" in "PT2H"
    generate note { prompt "Write the note." }
  }
}
playbook expiring {
  intent "Write a note when nobody objects"
  outputs note
  do {
    ask Go "May I?" as allowed
    generate note { prompt "Write the note." }
  }
}
`;

/** One playbook for each mode, all with the same key. */
export const modes = `
namespace a
artifact note at "note.md"
wait Go { class intervention  answer boolean }
${["reject", "queue", "replace", "parallel"]
  .map(
    (mode) => `
playbook ${mode}-it {
  intent "Wait, then write"
  mode ${mode}
  key "one"
  outputs note
  do {
    ask Go "May I?" as allowed
    generate note { prompt "Write the note." }
  }
}`,
  )
  .join("\n")}
`;

/** Two lanes at once, and a selector of the configuration. */
export const pair = `
namespace a
artifact left at "left.md"
artifact right at "right.md"
playbook write-left { intent "Left"  outputs left  prompt "Write left." }
playbook write-right { intent "Right"  outputs right  prompt "Write right." }
playbook both {
  intent "Write both"
  admits write-left, write-right
  until landed left and landed right
  select all
  limits { rounds 5  lanes 2 }
}
playbook chosen {
  intent "Write what is chosen"
  admits write-left, write-right
  until landed left
  select "mine"
  limits { rounds 5 }
}
`;

/** Calls a tool with a secret. */
export const secretive = `
namespace a
artifact note at "note.md"
tool fetch { input { token: string } output { body: string } }
playbook fetch-it {
  intent "Fetch and keep"
  input token: secret
  outputs note
  do {
    call fetch { token: token } as fetched
    land note from fetched.body
  }
}
`;
