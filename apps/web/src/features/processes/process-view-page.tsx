import { customViewLists } from '@millrace/contract'
import { CustomViewPage } from '../../components/list/views/custom-view-page.tsx'
import { AllInstances } from './all-instances.tsx'

/** The page of a custom view of instances. */
export function Page() {
  return (
    <CustomViewPage list={customViewLists.processes}>
      {(page) => <AllInstances key={page.view.id} {...page} />}
    </CustomViewPage>
  )
}
