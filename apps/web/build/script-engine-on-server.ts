import type { Plugin } from 'vite'

const engine = /quickjs/

/**
 * Marks Node modules that the script engine imports as external, because only the server runs it. The bundler follows
 * these imports before it finds that no page needs them, and would warn about them. {@link checkBudgets} checks that no
 * part of the engine is in the bundle.
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
