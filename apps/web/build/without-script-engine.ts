import type { Plugin } from 'vite'

const engine = /quickjs/
const nothing = '\0no-script-engine'

/**
 * Leaves the engine of scripts out of a thread of the browser. What checks expressions there would load it for scripts,
 * which only the server runs: without it their grammar is not checked.
 */
export function withoutScriptEngine(): Plugin {
  return {
    name: 'without-script-engine',
    enforce: 'pre',
    resolveId: { filter: { id: engine }, handler: () => nothing },
    load: {
      filter: { id: /^\0no-script-engine$/ },
      handler: () => 'export const newQuickJSWASMModuleFromVariant = null\nexport default null',
    },
  }
}
