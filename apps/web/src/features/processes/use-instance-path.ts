import { useCurrentPage } from '../../components/page/page-header.tsx'
import { type DataMenu, paths } from '../../config/paths.ts'

/**
 * Returns a function for the addresses of instances in the current area: operators stay among the pages of operators.
 */
export function useInstancePath(): (id: string, menu?: DataMenu) => string {
  return useCurrentPage()?.section === 'engine' ? paths.engineInstance : paths.instance
}
