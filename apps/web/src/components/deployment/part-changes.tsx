import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { FormDifferences } from '../form-differences/form-differences.tsx'
import { ComparisonDialog } from '../model-comparison/comparison-dialog.tsx'
import { LazyDifferences } from '../model-comparison/lazy-comparison.ts'
import { LazyDecisionDifferences } from '../model-comparison/lazy-decision-differences.ts'
import { Waiting } from '../model-comparison/waiting.tsx'
import classes from './deployment.module.css'

interface Props {
  readonly appId: string
  readonly id: string
  readonly name: string
  /** The deployed version of its design, and the version to deploy. */
  readonly from: number
  readonly to: number
}

const versionQuery = (appId: string, processId: string, version: number) => ({
  ...callQuery(api.appProcesses.version, { params: { appId, processId, version } }),
  // What a version says does not change any more.
  staleTime: Number.POSITIVE_INFINITY,
})

/** The changes of a process as sentences, with a link to its diagram. */
export function ProcessChanges({ appId, id, name, from, to }: Props) {
  const { t } = useTranslation()
  const [isDrawn, setDrawn] = useState(false)
  const versions = { before: versionQuery(appId, id, from), after: versionQuery(appId, id, to) }
  const before = useQuery(versions.before)
  const after = useQuery(versions.after)
  const failed = [before, after].find(({ isError }) => isError)
  if (failed !== undefined) return <QueryFailure query={failed} title={t('appProcesses.compareFailed')} />
  if (before.data === undefined || after.data === undefined) return <Waiting />
  return (
    <>
      <LazyDifferences before={before.data.xml} after={after.data.xml} />
      <div className={classes.buttons}>
        <Button size="xs" onClick={() => setDrawn(true)}>
          {t('applications.showDrawing')}
        </Button>
      </div>
      {isDrawn ? (
        <ComparisonDialog
          title={name}
          {...versions}
          beforeTitle={t('applications.deployedNow', { version: from })}
          afterTitle={t('applications.deployedNext', { version: to })}
          onClose={() => setDrawn(false)}
        />
      ) : null}
    </>
  )
}

/** The changes of a form, node by node. */
export function FormChanges({ appId, id, from, to }: Props) {
  const { t } = useTranslation()
  const comparison = useQuery(callQuery(api.forms.compare, { params: { appId, formId: id }, query: { from, to } }))
  if (comparison.isError) return <QueryFailure query={comparison} title={t('forms.compareFailed')} />
  return comparison.data === undefined ? <Waiting /> : <FormDifferences comparison={comparison.data} />
}

/** The changes of a decision: removed and added rules. */
export function DecisionChanges({ appId, id, from, to }: Props) {
  const { t } = useTranslation()
  const params = { appId, decisionId: id }
  // What a version says does not change any more.
  const forGood = { staleTime: Number.POSITIVE_INFINITY }
  const before = useQuery({
    ...callQuery(api.appDecisions.version, { params: { ...params, version: from } }),
    ...forGood,
  })
  const after = useQuery({ ...callQuery(api.appDecisions.version, { params: { ...params, version: to } }), ...forGood })
  const failed = [before, after].find(({ isError }) => isError)
  if (failed !== undefined) return <QueryFailure query={failed} title={t('applications.compareDecisionsFailed')} />
  if (before.data === undefined || after.data === undefined) return <Waiting />
  return <LazyDecisionDifferences before={before.data.xml} after={after.data.xml} />
}
