import type { Plugin, Rolldown } from 'vite'

/** The page that most visits begin with. */
const homePage = /features[\\/]start-process[\\/]category-page\.tsx$/

/**
 * Writes into the page which files Home needs beyond the first load, as `<meta name="home-files">`: `early.js` asks for
 * them while the program is still on its way, where the browser would otherwise find them one round trip after another.
 */
export function preloadHome(): Plugin {
  return {
    name: 'preload-home',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = findHomeFiles(bundle)
        const content = files.map((file) => `/${file}`).join(' ')
        return [{ tag: 'meta', attrs: { name: 'home-files', content }, injectTo: 'head-prepend' }]
      },
    },
  }
}

function findHomeFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const home = chunks.find(({ facadeModuleId }) => facadeModuleId !== null && homePage.test(facadeModuleId))
  if (home === undefined) throw new Error('Expected the build to have the page of Home, but it has not.')
  const first = withImports(
    bundle,
    chunks.filter(({ isEntry }) => isEntry),
  )
  return [...withImports(bundle, [home])].filter((file) => !first.has(file))
}

/** Chunks, what they import statically, and the styles of all. */
function withImports(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set<string>()
  const queue = chunks.map(({ fileName }) => fileName)
  for (const name of queue) {
    const file = bundle[name]
    if (found.has(name) || file?.type !== 'chunk') continue
    found.add(name)
    queue.push(...file.imports)
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style)
  }
  return found
}
