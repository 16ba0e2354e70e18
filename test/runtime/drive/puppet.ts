import type { Json, ModelReply } from "../../../ir/index.js";
import type { GenerateRequest, Model, ProviderReply } from "../../../runtime/ports.js";
import { settled } from "./manual-clock.js";

interface Call {
  readonly request: GenerateRequest;
  readonly signal: AbortSignal;
  answer(reply: ProviderReply<ModelReply>): void;
}

/** A model whose every call waits until its test answers it. */
export class Puppet implements Model {
  /** Calls that were not answered yet, the oldest first. */
  readonly open: Call[] = [];
  readonly requests: GenerateRequest[] = [];

  generate(request: GenerateRequest, signal: AbortSignal): Promise<ProviderReply<ModelReply>> {
    this.requests.push(request);
    return new Promise((resolve, reject) => {
      this.open.push({ request, signal, answer: resolve });
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  async clarify(): Promise<ProviderReply<never>> {
    return { kind: "final", category: "provider_failure", reasonCode: "none", message: "it asks nothing" };
  }

  async select(): Promise<ProviderReply<never>> {
    return { kind: "final", category: "provider_failure", reasonCode: "none", message: "it chooses nothing" };
  }

  /** Waits for the next call. */
  async called(): Promise<Call> {
    for (;;) {
      const [call] = this.open.splice(0, 1);
      if (call !== undefined) return call;
      await settled();
    }
  }

  /** Answers the next call with a value, once it comes. */
  async says(value: Json): Promise<GenerateRequest> {
    const call = await this.called();
    call.answer({ kind: "reply", reply: { kind: "value", value } });
    return call.request;
  }
}
