/** What comes in from everywhere, taken by one: the loop. */
export class Mailbox<T> {
  private readonly items: T[] = [];
  private wake: (() => void) | undefined;

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  put(item: T): void {
    this.items.push(item);
    this.wake?.();
  }

  /** The oldest item, once there is one. Only one may wait at a time. */
  async take(): Promise<T> {
    for (;;) {
      const [item] = this.items.splice(0, 1);
      if (item !== undefined) return item;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
  }
}
