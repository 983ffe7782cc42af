import type { PageEntry } from '../../config/page-entry.ts'
import { paths } from '../../config/paths.ts'

/**
 * Returns the address of the help of an editor: its page in the guide, or the help of the installation if configured.
 */
export function findHelp(base: string, page: Pick<PageEntry, 'help'> | null): string {
  return base === paths.helpContents && page?.help ? paths.help(page.help) : base
}
