import { customViewLists } from '@millrace/contract'
import { CustomViewPage } from '../../components/list/views/custom-view-page.tsx'
import { OpenTasks } from './open-tasks.tsx'

/** The page of a custom view of tasks. */
export function Page() {
  return (
    <CustomViewPage list={customViewLists.tasks}>{(page) => <OpenTasks key={page.view.id} {...page} />}</CustomViewPage>
  )
}
