import type { Plugin } from 'vite'

const engine = /quickjs/
const nothing = '\0no-script-engine'

/**
 * Leaves the script engine out of a worker of the browser. The code that checks expressions would load it for scripts,
 * which only the server runs: without it, the grammar of scripts is not checked.
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
