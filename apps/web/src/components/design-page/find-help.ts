import type { PageEntry } from '../../config/page-entry.ts'
import { paths } from '../../config/paths.ts'

/** Returns where the help of an editor leads: to its page, unless the installation has help of its own. */
export function findHelp(base: string, page: Pick<PageEntry, 'help'> | null): string {
  return base === paths.helpContents && page?.help ? paths.help(page.help) : base
}
