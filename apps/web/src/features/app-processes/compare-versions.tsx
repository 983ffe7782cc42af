import { NativeSelect } from '@mantine/core'
import { api } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Compared } from '../../components/designs/design-kind.ts'
import { ComparisonDialog } from '../../components/model-comparison/comparison-dialog.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './app-processes.module.css'

interface Props extends Compared {
  readonly process: { readonly appId: string; readonly processId: string }
}

/** The comparison of two versions of a process, chosen from all versions. */
export function CompareVersions({ process, versions, onClose, ...initial }: Props) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(initial.from)
  const [to, setTo] = useState(initial.to)
  const choose = (label: string, value: number, onChange: (version: number) => void) => (
    <NativeSelect
      size="xs"
      label={label}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={versions.map((version) => ({ value: String(version), label: t('appProcesses.versionNamed', { version }) }))}
    />
  )
  return (
    <ComparisonDialog
      title={t('appProcesses.compareTitle')}
      before={versionQuery({ ...process, version: from })}
      after={versionQuery({ ...process, version: to })}
      beforeTitle={t('appProcesses.versionNamed', { version: from })}
      afterTitle={t('appProcesses.versionNamed', { version: to })}
      onClose={onClose}
    >
      <div className={classes.compared}>
        {choose(t('appProcesses.compareFrom'), from, setFrom)}
        {choose(t('appProcesses.compareTo'), to, setTo)}
      </div>
    </ComparisonDialog>
  )
}

/** What a version says does not change any more. */
const versionQuery = (params: Props['process'] & { readonly version: number }) => ({
  ...callQuery(api.appProcesses.version, { params }),
  staleTime: Number.POSITIVE_INFINITY,
})
