import { AsyncLocalStorage } from 'node:async_hooks'

const uses = new AsyncLocalStorage<string>()

/**
 * Carries out work that a tool of the Model Context Protocol asks for. What it changes says so in the audit.
 *
 * @param use the tool and its client, such as `tool complete_task of claude-code/2.1`.
 */
export function asToolUse<T>(use: string, work: () => T): T {
  return uses.run(use, work)
}

/** Returns the tool and the client of the current work; null for work that no tool asks for. */
export function findToolUse(): string | null {
  return uses.getStore() ?? null
}
