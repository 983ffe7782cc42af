import { api } from '@millrace/contract'
import { NewDesignPage } from '../../components/designs/new-design-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { decisionDraft } from './decision-kind.tsx'

/** The page that creates a decision in an application: empty, or from a DMN file. */
export function Page() {
  return (
    <NewDesignPage
      {...decisionDraft}
      texts="appDecisions"
      empty={{ name: '', key: '' }}
      create={(appId, body) => call(api.appDecisions.create, { params: { appId }, body })}
      importFile={async (appId, body) => {
        const { decision, problems } = await call(api.appDecisions.importFile, { params: { appId }, body })
        return { made: decision, problems }
      }}
      accept=".dmn,.xml"
      acceptHelp=".dmn, .xml"
      pathOf={designPaths.appDecision}
    />
  )
}
