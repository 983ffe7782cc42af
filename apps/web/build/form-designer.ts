import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { findInitial, listFiles } from './list-files.ts'

const folder = path.join(import.meta.dirname, '../../form-designer/src')

/** The scripts of the designer in the order in which the page asks for them (specification, "Form designer screen"). */
const parts = { runtime: 'runtime.ts', polyfills: 'polyfills.ts', scripts: 'scripts.ts', main: 'main.tsx' } as const

type Part = keyof typeof parts

const partNames = Object.keys(parts) as Part[]

/**
 * Builds the bundle of the form designer, below `/form-designer/`: a script for each part and one stylesheet, which
 * pages request by fixed names with a time, so that they are never out of date. Each of them only imports files that
 * are named by their content: browsers cache those, and code that the designer shares with the application is loaded
 * once.
 */
export function formDesigner(): Plugin {
  return {
    name: 'form-designer',
    resolveId: { filter: { id: /^virtual:form-designer$/ }, handler: () => '\0form-designer' },
    load: {
      filter: { id: /^\0form-designer$/ },
      // The page that asks for the scripts imports this, so that the build makes chunks of them which are loaded later.
      handler: () => ({ code: writeImports(), moduleSideEffects: 'no-treeshake' }),
    },
    generateBundle(_, bundle) {
      const styles = new Set<string>()
      const initial = findInitial(bundle)
      for (const part of partNames) {
        const chunk = findChunk(bundle, part)
        const fileName = `form-designer/${part}.js`
        this.emitFile({ type: 'asset', fileName, source: writeScript(part, `/${chunk.fileName}`) })
        for (const file of listFiles(bundle, chunk.fileName))
          if (file.endsWith('.css') && !initial.has(file)) styles.add(file)
      }
      const source = [...styles].map((file) => `@import url("${file}");`).join('\n')
      this.emitFile({ type: 'asset', fileName: 'form-designer/styles.css', source })
    },
    configureServer(server) {
      server.middlewares.use('/form-designer', (request, response, next) => {
        const [, name = '', kind] = /^\/(\w+)\.(js|css)(?:\?|$)/.exec(request.url ?? '') ?? []
        if (kind === undefined || (kind === 'js' && !Object.hasOwn(parts, name))) return next()
        response.setHeader('content-type', kind === 'js' ? 'text/javascript' : 'text/css')
        // The styles come with the modules that import them.
        response.end(kind === 'js' ? writeScript(name as Part, `/@fs${folder}/${parts[name as Part]}`) : '')
      })
    },
  }
}

function writeImports(): string {
  const imports = partNames.map((part) => `() => import(${JSON.stringify(path.join(folder, parts[part]))})`)
  return `globalThis.millraceFormDesignerFiles = [${imports.join(', ')}]`
}

/** @throws Error when the build has left it out. */
function findChunk(bundle: Rolldown.OutputBundle, part: Part): Rolldown.OutputChunk {
  const file = path.join(folder, parts[part])
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  // What others import too stands in a chunk that they share.
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId === file) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(file))
  if (found !== undefined) return found
  throw new Error(`Expected a chunk for ${file} in the build, but there is none.`)
}

/** Where a file did not arrive, the browser remembers that of its address: a second try asks for another one. */
function writeScript(part: Part, file: string): string {
  return `const { search } = new URL(import.meta.url)
const again = search.includes('again') ? search : ''
const designer = (globalThis.millraceFormDesigner ??= {})
designer.${part} = import(${JSON.stringify(file)} + again)
`
}
