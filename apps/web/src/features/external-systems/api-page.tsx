import { Select } from '@mantine/core'
import { api, type ExternalApi, type ExternalSystem } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { CreatePage } from '../../components/record/create-page.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { integratePaths } from '../../config/integrate-paths.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { AboutFields } from './about-fields.tsx'
import { EditorPage } from './editor-page.tsx'
import { ImportButton } from './import-button.tsx'
import { ListenerTable } from './listeners/listener-table.tsx'
import { adapterKinds, newAdapterTitles } from './new-adapter-titles.ts'
import { pathOfAdapter } from './part-paths.ts'
import { PartTable } from './part-table.tsx'
import { apiQuery, describeExternal, systemQuery } from './queries.ts'

interface Props {
  readonly systemId: string
  /** `new` for one that does not exist yet. */
  readonly id: string
}

interface ApiDraft {
  readonly name: string
  readonly description: string
  readonly connectionId: string
}

const calls = api.externalSystems

/** The page of an API of an external system. */
export function ApiPage({ systemId, id }: Props) {
  const { t } = useTranslation()
  const system = useQuery(systemQuery(systemId))
  if (id !== 'new') return <KnownApi systemId={systemId} id={id} />
  return (
    <AwaitedPage query={system} help={t('externalSystems.helpApi')} {...describeExternal(t)}>
      {(known) => <NewApi system={known} />}
    </AwaitedPage>
  )
}

function NewApi({ system: { id: systemId, connections } }: { system: ExternalSystem }) {
  const { t } = useTranslation()
  const open = connections.filter(({ isDisabled, environment }) => !isDisabled && environment === null)
  const create = useCreate<ApiDraft>({
    initial: { name: '', description: '', connectionId: open.length === 1 ? (open[0]?.id ?? '') : '' },
    create: (body) => call(calls.createApi, { params: { id: systemId }, body }),
    done: (name) => ({ title: t('externalSystems.saved'), text: name }),
    pathOf: (id) => integratePaths.api(systemId, id),
  })
  return (
    <CreatePage
      create={create}
      title={t('externalSystems.newApi')}
      help={t('externalSystems.helpApi')}
      action={t('externalSystems.saveApi')}
      failed={t('externalSystems.saveFailed')}
      isComplete={isComplete(create.draft)}
    >
      <ApiFields {...create.fields} connections={open} />
    </CreatePage>
  )
}

function KnownApi({ systemId, id }: Props) {
  const { t } = useTranslation()
  const params = { id }
  const query = apiQuery(id)
  const keep = useKept(query.queryKey)
  const system = useQuery(systemQuery(systemId)).data
  return (
    <EditorPage
      query={useQuery(query)}
      keep={keep}
      help={t('externalSystems.helpApi')}
      action={t('externalSystems.saveApi')}
      disable={{ text: t('externalSystems.disableApiText'), action: t('externalSystems.disableApi') }}
      onDisable={(deletedReason) => call(calls.disableApi, { params, query: { deletedReason } })}
      onRestore={() => call(calls.restoreApi, { params })}
      pick={pickApi}
      save={(draft, revision) => call(calls.saveApi, { params, body: { ...draft, revision } })}
      isComplete={isComplete}
    >
      {({ connection, adapters, listeners, disabled }, fields) => (
        <>
          <ApiFields
            {...fields}
            connections={[
              connection,
              ...(system?.connections ?? []).filter(
                (one) =>
                  one.id !== connection.id &&
                  one.kind === connection.kind &&
                  one.environment === null &&
                  !one.isDisabled,
              ),
            ]}
          />
          <AdapterTable systemId={systemId} api={{ id, connection, adapters }} isLocked={disabled !== null} />
          <ListenerTable systemId={systemId} api={{ id, connection, listeners }} isLocked={disabled !== null} />
        </>
      )}
    </EditorPage>
  )
}

interface TableProps {
  readonly systemId: string
  readonly api: Pick<ExternalApi, 'id' | 'connection' | 'adapters'>
  readonly isLocked: boolean
}

/** The adapters of an API. A mailbox has none. */
function AdapterTable({ systemId, api: { id, connection, adapters }, isLocked }: TableProps) {
  const { t } = useTranslation()
  const kind = adapterKinds[connection.kind]
  if (kind === null) return null
  return (
    <PartTable
      title={t('externalSystems.adapters')}
      hint={t('externalSystems.adaptersHint')}
      parts={adapters}
      empty={t('externalSystems.noAdapters')}
      hrefOf={(one) => pathOfAdapter(systemId, one, id)}
      columns={[{ label: t('externalSystems.key'), cell: ({ key }) => key }]}
      actions={
        isLocked ? null : (
          <>
            <LinkButton to={pathOfAdapter(systemId, { kind, id: 'new' }, id)} search={{ api: id }} size="xs">
              {t(newAdapterTitles[kind])}
            </LinkButton>
            {connection.kind === 'rest' ? <ImportButton apiId={id} /> : null}
          </>
        )
      }
    />
  )
}

interface FieldsProps extends DraftFields<ApiDraft> {
  readonly connections: readonly { readonly id: string; readonly name: string }[]
}

function ApiFields({ connections, ...fields }: FieldsProps) {
  const { t } = useTranslation()
  const { draft, isLocked, error, onChange } = fields
  return (
    <AboutFields {...fields}>
      <Select
        label={t('externalSystems.connection')}
        description={t('externalSystems.connectionHelp')}
        required
        allowDeselect={false}
        disabled={isLocked}
        data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.connectionId === '' ? null : draft.connectionId}
        error={describeFaultOf(error, 'connectionId')}
        onChange={(connectionId) => onChange({ connectionId: connectionId ?? '' })}
      />
    </AboutFields>
  )
}

function pickApi({ name, description, connection }: ExternalApi): ApiDraft {
  return { name, description, connectionId: connection.id }
}

function isComplete({ name, connectionId }: ApiDraft): boolean {
  return name.trim() !== '' && connectionId !== ''
}
