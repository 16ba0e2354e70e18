/**
 * What a command ends with: 0 done · 1 findings, failed or refused (or a fault of Laban's own) · 2 usage or
 * configuration · 3 waiting for someone · 4 paused, needs recovery · 130 interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

export const exit = {
  done: 0,
  refused: 1,
  usage: 2,
  waiting: 3,
  paused: 4,
  interrupted: 130,
} as const satisfies Record<string, ExitCode>;
