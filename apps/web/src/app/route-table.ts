import type { PageEntry } from '../config/page-entry.ts'
import { administrationPages } from './routes/administration.ts'
import { designPages } from './routes/design.ts'
import { enginePages } from './routes/engine.ts'
import { integratePages } from './routes/integrate.ts'
import { standalonePages } from './routes/standalone.ts'
import { workPages } from './routes/work.ts'
import { directoryPages } from './routes/directories.ts'
import { packageSourcePages } from './routes/package-sources.ts'

/** Every page of the product. Routes, menus, breadcrumbs, palette entries and help pages are created from it. */
export const routeTable: readonly PageEntry[] = [
  ...workPages,
  ...enginePages,
  ...designPages,
  ...integratePages,
  ...administrationPages,
  ...standalonePages,
  ...directoryPages,
  ...packageSourcePages,
]
