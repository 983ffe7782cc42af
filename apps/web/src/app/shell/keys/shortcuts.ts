import type { PageTitle } from '../../../config/page-entry.ts'
import { paths } from '../../../config/paths.ts'

/** A page that `g` and a letter open. Users only have the shortcuts of pages in their menu. */
export interface GoKey {
  readonly letter: string
  readonly to: string
  readonly title: PageTitle
}

export const goKeys: readonly GoKey[] = [
  { letter: 'h', to: paths.home, title: 'menu.startProcess' },
  { letter: 's', to: paths.startedByMe, title: 'menu.startedByMe' },
  { letter: 'a', to: paths.tasks('assigned'), title: 'menu.assigned' },
  { letter: 'u', to: paths.tasks('unclaimed'), title: 'menu.unclaimed' },
  { letter: 'd', to: paths.deployments, title: 'menu.deployments' },
  { letter: 'i', to: paths.engineInstances, title: 'menu.instances' },
  { letter: 'j', to: paths.jobs, title: 'menu.jobs' },
  { letter: 'e', to: paths.processErrors, title: 'menu.processErrors' },
]
