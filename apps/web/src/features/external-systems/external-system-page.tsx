import { api, type ExternalSystem } from '@millrace/contract'
import { externalSystemList } from '@millrace/contract/lists/external-systems'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { AboutFields } from './about-fields.tsx'
import { PartTable } from './part-table.tsx'
import { describeExternal, systemQuery } from './queries.ts'
import { TestState } from './test-state.tsx'

/** One external system with its connections, APIs and adapters. */
export function ExternalSystemPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = systemQuery(id)
  const keep = useKept(query.queryKey)
  return (
    <RecordPage
      list={externalSystemList}
      query={useQuery(query)}
      help={t('externalSystems.helpOne')}
      {...describeExternal(t)}
      facts={['updated', 'updatedBy']}
      actions={({ name, disabled }) => (
        <DisableButton
          name={name}
          isDisabled={disabled !== null}
          text={t('externalSystems.disableSystemText')}
          action={t('externalSystems.disableSystem')}
          onDisable={async (deletedReason) =>
            keep(await call(api.externalSystems.disable, { params: { id }, query: { deletedReason } }))
          }
        />
      )}
    >
      {(system, facts) => (
        // What nobody may save any more is not kept.
        <Editor key={system.disabled?.at} system={system} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}

interface Props {
  readonly system: ExternalSystem
  readonly facts: ReactNode
  readonly onSaved: (system: ExternalSystem) => void
}

function Editor({ system, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const { id, name, description, disabled, revision } = system
  const params = { id }
  const edit = useEdit({
    saved: { name, description },
    revision,
    save: (draft, begun) => call(api.externalSystems.save, { params, body: { ...draft, revision: begun } }),
    onSaved: (saved) => {
      onSaved(saved)
      showToast({ kind: 'success', title: t('externalSystems.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner
          name={name}
          disabled={disabled}
          onRestore={async () => onSaved(await call(api.externalSystems.restore, { params }))}
        />
        {error === null ? null : (
          <ErrorBanner title={t('externalSystems.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        <AboutFields draft={draft} onChange={edit.change} isLocked={disabled !== null} error={error} />
        <Parts system={system} />
      </Detail>
      <EditBar edit={edit} action={t('externalSystems.save')} isComplete={draft.name.trim() !== ''} />
    </>
  )
}

function Parts({ system: { id, connections, apis, adapters, disabled } }: { system: ExternalSystem }) {
  const { t } = useTranslation()
  const isLocked = disabled !== null
  return (
    <>
      <PartTable
        title={t('externalSystems.connections')}
        hint={t('externalSystems.connectionsHint')}
        parts={connections}
        empty={t('externalSystems.noConnections')}
        hrefOf={(one) => integratePaths.connection(id, one.kind, one.id)}
        columns={[
          { label: t('externalSystems.kind'), cell: ({ kind }) => t(`externalSystems.kinds.${kind}`) },
          { label: t('externalSystems.address'), cell: ({ address }) => address },
          { label: t('externalSystems.state'), cell: ({ tested }) => <TestState tested={tested} /> },
        ]}
        actions={
          isLocked ? null : (
            <>
              <LinkButton to={integratePaths.connection(id, 'rest', 'new')} size="xs">
                {t('externalSystems.newRest')}
              </LinkButton>
              <LinkButton to={integratePaths.connection(id, 'database', 'new')} size="xs">
                {t('externalSystems.newDatabase')}
              </LinkButton>
            </>
          )
        }
      />
      <PartTable
        title={t('externalSystems.apis')}
        hint={t('externalSystems.apisHint')}
        parts={apis}
        empty={t(connections.length === 0 ? 'externalSystems.noApisWithout' : 'externalSystems.noApis')}
        hrefOf={(one) => integratePaths.api(id, one.id)}
        columns={[{ label: t('externalSystems.connection'), cell: ({ connection }) => connection.name }]}
        actions={
          isLocked || connections.length === 0 ? null : (
            <LinkButton to={integratePaths.api(id, 'new')} size="xs">
              {t('externalSystems.newApi')}
            </LinkButton>
          )
        }
      />
      <PartTable
        title={t('externalSystems.adapters')}
        hint={t('externalSystems.adaptersHint')}
        parts={adapters}
        empty={t(apis.length === 0 ? 'externalSystems.noAdaptersWithout' : 'externalSystems.noAdapters')}
        hrefOf={(one) => integratePaths.adapter(id, one.kind, one.id)}
        columns={[
          { label: t('externalSystems.key'), cell: ({ key }) => key },
          { label: t('externalSystems.kind'), cell: ({ kind }) => t(`externalSystems.kinds.${kind}`) },
          { label: t('externalSystems.api'), cell: (one) => one.api.name },
        ]}
      />
    </>
  )
}
