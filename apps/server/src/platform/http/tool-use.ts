import { AsyncLocalStorage } from 'node:async_hooks'

const uses = new AsyncLocalStorage<string>()

/**
 * Runs work for a tool of the Model Context Protocol, so that the audit of its changes names the tool.
 *
 * @param use the tool and its client, such as `tool complete_task of claude-code/2.1`.
 */
export function asToolUse<T>(use: string, work: () => T): T {
  return uses.run(use, work)
}

/** Returns the tool and client for which the current work runs; null for other work. */
export function findToolUse(): string | null {
  return uses.getStore() ?? null
}
