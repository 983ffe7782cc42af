import { api } from '@millrace/contract'
import { NewDesignPage } from '../../components/designs/new-design-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, presentDraft, processDraft } from './process-kind.tsx'

/** The page that creates a process in an application: empty, or from a BPMN file. */
export function Page() {
  return (
    <NewDesignPage
      {...processDraft}
      texts="appProcesses"
      empty={emptyDraft}
      create={(appId, draft) => call(api.appProcesses.create, { params: { appId }, body: presentDraft(draft) })}
      importFile={async (appId, body) => {
        const { process, problems } = await call(api.appProcesses.importFile, { params: { appId }, body })
        return { made: process, problems }
      }}
      accept=".bpmn,.xml"
      acceptHelp=".bpmn, .bpmn20.xml, .xml"
      pathOf={designPaths.appProcess}
    />
  )
}
