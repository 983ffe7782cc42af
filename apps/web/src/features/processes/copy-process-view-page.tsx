import { customViewLists } from '@millrace/contract'
import { CopyViewPage } from '../../components/list/views/copy-view-page.tsx'

/** The page that copies a custom view of instances. */
export function Page() {
  return <CopyViewPage list={customViewLists.processes} />
}
