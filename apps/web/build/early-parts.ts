import type { Plugin, Rolldown } from 'vite'
import { findInitial, listFiles } from './list-files.ts'

/** What a page is going to need, by its address: `public/early.js` asks for it while the program is on its way. */
interface EarlyPage {
  /** The path of the address; groups stand for `$1` in calls. */
  readonly path: string
  /** Below the API base, as the page asks for them. `{timeZone}` is the browser's. */
  readonly calls: readonly string[]
  /** What is loaded for it, in the order in which it is needed. */
  readonly modules?: readonly string[]
  /** What is loaded after that, while the page is being drawn. */
  readonly later?: readonly string[]
}

const task = ['src/features/tasks/tasks-layout.tsx', 'src/lib/page-texts.ts']

const pages: readonly EarlyPage[] = [
  { path: '^/login$', calls: [], modules: ['src/features/login/login-page.tsx'] },
  { path: '^/$', calls: ['/category/Home/processes'] },
  { path: '^/category/view/(?!PreHome$)([^/]+)$', calls: ['/category/$1/processes'] },
  {
    path: '^/tasks/(assigned|unclaimed)$',
    calls: ['/tasks/$1', '/tasks/$1/count', '/tasks/filters'],
    modules: [...task, 'src/features/tasks/no-task-open.tsx'],
  },
  {
    path: '^/tasks/viewtask/(assigned|unclaimed)/([^/]+)$',
    calls: ['/tasks/$2?timeZone={timeZone}', '/tasks/$1', '/tasks/$1/count', '/tasks/filters'],
    modules: [...task, 'src/features/tasks/task-page.tsx', 'src/components/form-host/form-host.tsx'],
    later: ['../../packages/forms/src/feel.ts'],
  },
  {
    path: '^/(?:processes|processengine/processes)/processinstance/([^/]+)/',
    calls: ['', '/diagram', '/activities', '/variables'].map((part) => `/processes/instances/$1${part}`),
    modules: [
      'src/features/processes/instance-page.tsx',
      'src/lib/page-texts.ts',
      'src/components/bpmn-diagram/bpmn-diagram.tsx',
    ],
  },
]

/** Writes links to the files and calls that each address needs into the page; without a build, only the calls. */
export function earlyParts(): Plugin {
  return {
    name: 'early-parts',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const initial = bundle === undefined ? new Set<string>() : findInitial(bundle)
        const find = (modules: readonly string[]) => (bundle === undefined ? [] : findFiles(bundle, modules))
        const parts = pages.map(({ modules = [], later = [], ...page }) => {
          const files = find(modules).filter((file) => !initial.has(file))
          const known = new Set([...initial, ...files])
          return { ...page, files, later: find(later).filter((file) => !known.has(file)) }
        })
        // Below `/`, no end of a script element can be in it.
        const attrs = { type: 'application/json', id: 'early-parts' }
        return [{ tag: 'script', attrs, children: JSON.stringify(parts), injectTo: 'head-prepend' }]
      },
    },
  }
}

/** The scripts and styles of modules, with all that they import. @throws Error when a module is in none. */
function findFiles(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const files = modules.flatMap((name) => {
    const isIt = (id: string | null) => id?.endsWith(name.replace('../../', '/')) === true
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const chunk =
      chunks.find(({ facadeModuleId }) => isIt(facadeModuleId)) ?? chunks.find(({ moduleIds }) => moduleIds.some(isIt))
    if (chunk === undefined) throw new Error(`Expected ${name} in the build, but it is not. Is it still called so?`)
    return listFiles(bundle, chunk.fileName)
  })
  return [...new Set(files)]
}
