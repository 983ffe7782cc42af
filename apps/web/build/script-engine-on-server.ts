import type { Plugin } from 'vite'

const engine = /quickjs/

/**
 * Says of the engine of scripts that what it takes from Node is of Node: only the server runs it. The bundler follows
 * the import before it finds that no page has a use for it, and would warn of the module that browsers lack. That none
 * of it stays is looked after by {@link checkBudgets}.
 */
export function scriptEngineOnServer(): Plugin {
  return {
    name: 'script-engine-on-server',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^module$/ },
      handler: (_, importer) =>
        importer !== undefined && engine.test(importer) ? { id: 'module', external: true } : null,
    },
  }
}
