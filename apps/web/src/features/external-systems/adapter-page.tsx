import { TextInput } from '@mantine/core'
import { type AdapterSettings, api, type ExternalAdapter, limits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { CreatePage } from '../../components/record/create-page.tsx'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { Section } from '../../components/section/section.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { integratePaths } from '../../config/integrate-paths.ts'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { AboutFields } from './about-fields.tsx'
import { type AdapterDraft, emptyAdapters, isCompleteAdapter, pickAdapter, withColumn } from './adapter-draft.ts'
import { AdapterTrial } from './adapter-trial.tsx'
import { EditorPage } from './editor-page.tsx'
import classes from './external-systems.module.css'
import { FileFields } from './file-fields.tsx'
import { isMessage } from './is-message.ts'
import { KafkaMessageFields } from './kafka-message-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { newAdapterTitles } from './new-adapter-titles.ts'
import { ParameterFields } from './parameter-fields.tsx'
import { pathOfAdapter } from './part-paths.ts'
import { adapterQuery, apiQuery, describeExternal } from './queries.ts'
import { RequestFields } from './request-fields.tsx'
import { StatementFields } from './statement-fields.tsx'

interface Props {
  readonly systemId: string
  readonly kind: AdapterSettings['kind']
  /** For a file adapter: the API in its address. */
  readonly apiId?: string
  /** `new` for one that does not exist yet, of the API that the address names by `?api=`. */
  readonly id: string
}

const calls = api.externalSystems

/** The page of an adapter of an external system. */
export function AdapterPage(props: Props) {
  const { t } = useTranslation()
  const [{ api: asked = '' }] = useSearchState()
  const apiId = props.apiId ?? asked
  const ofApi = useQuery({ ...apiQuery(apiId), enabled: props.id === 'new' })
  if (props.id !== 'new') return <KnownAdapter {...props} />
  return (
    <AwaitedPage query={ofApi} help={t(`externalSystems.helpAdapter.${props.kind}`)} {...describeExternal(t)}>
      {() => <NewAdapter {...props} apiId={apiId} />}
    </AwaitedPage>
  )
}

function NewAdapter({ systemId, kind, apiId }: Props & { apiId: string }) {
  const { t } = useTranslation()
  const create = useCreate<AdapterDraft>({
    initial: { name: '', key: '', description: '', settings: emptyAdapters[kind] },
    create: (body) => call(calls.createAdapter, { params: { id: apiId }, body }),
    done: (name) => ({ title: t('externalSystems.saved'), text: name }),
    pathOf: (id) => pathOfAdapter(systemId, { kind, id }, apiId),
    change: (before, part) => changeNamed(before, part, 'key'),
  })
  return (
    <CreatePage
      create={create}
      title={t(newAdapterTitles[kind])}
      help={t(`externalSystems.helpAdapter.${kind}`)}
      action={t('externalSystems.saveAdapter')}
      failed={t('externalSystems.saveFailed')}
      isComplete={isCompleteAdapter(create.draft)}
    >
      <AdapterFields {...create.fields} apiId={apiId} isKnown={false} />
    </CreatePage>
  )
}

function KnownAdapter({ id, kind }: Props) {
  const { t } = useTranslation()
  const params = { id }
  const query = adapterQuery(id)
  const session = useSession()
  const isDesigner = hasRole(session, ['RoleDesign'])
  const isOperator = hasRole(session, ['RoleProcessAdmin', 'RoleAdmin'])
  const keep = useKept(query.queryKey)
  return (
    <EditorPage
      query={useQuery(query)}
      keep={keep}
      help={t(`externalSystems.helpAdapter.${kind}`)}
      action={t('externalSystems.saveAdapter')}
      disable={{ text: t('externalSystems.disableAdapterText'), action: t('externalSystems.disableAdapter') }}
      onDisable={(deletedReason) => call(calls.disableAdapter, { params, query: { deletedReason } })}
      onRestore={() => call(calls.restoreAdapter, { params })}
      pick={pickAdapter}
      save={({ key: _, ...draft }, revision) => call(calls.saveAdapter, { params, body: { ...draft, revision } })}
      isComplete={isCompleteAdapter}
    >
      {(adapter, fields, isDirty) => (
        <>
          <AdapterFields {...fields} apiId={adapter.api.id} isKnown parameters={adapter.parameters} />
          <AdapterTrial adapter={adapter} isDirty={isDirty} {...columnsOf(fields)} />
          <Section title={t('externalSystems.uses')}>
            {adapter.uses.length + adapter.processes.length + adapter.definitions.length === 0 ? (
              t('externalSystems.noUses')
            ) : (
              <ul className={classes.uses}>
                {adapter.processes.map(({ applicationId, processId, name }) => (
                  <li key={processId}>
                    {t('externalSystems.usedByProcess')}{' '}
                    {isDesigner ? <Link to={designPaths.appProcess(applicationId, processId)}>{name}</Link> : name}
                  </li>
                ))}
                {adapter.definitions.map(({ definitionId, name }) => (
                  <li key={definitionId}>
                    {t('externalSystems.usedByDeployed')}{' '}
                    {isOperator ? <Link to={paths.definition(definitionId)}>{name}</Link> : name}
                  </li>
                ))}
                {adapter.uses.map(({ formId, name }) => (
                  <li key={formId}>
                    {t('externalSystems.usedByForm')} {name}
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section title={t('externalSystems.api')}>
            <Link to={integratePaths.api(adapter.system.id, adapter.api.id)}>{adapter.api.name}</Link>
          </Section>
        </>
      )}
    </EditorPage>
  )
}

/** Of a request or a file, whose columns can be chosen from what it has answered. */
function columnsOf({ draft: { settings }, isLocked, onChange }: DraftFields<AdapterDraft>) {
  if (settings.kind === 'sql' || isMessage(settings) || isLocked) return {}
  return {
    paths: settings.columns.map(({ path }) => path),
    onPath: (path: string) => {
      const columns = withColumn(settings, path)
      if (columns !== null) onChange({ settings: { ...settings, columns } })
    },
  }
}

/** They answer with one row. */
const changingActions: ReadonlySet<string> = new Set(['exists', 'write', 'append', 'move', 'delete'])

/** Whether the answer can have several rows. */
function hasRows(settings: AdapterSettings): boolean {
  return !isMessage(settings) && !(settings.kind === 'file' && changingActions.has(settings.action))
}

interface FieldsProps extends DraftFields<AdapterDraft> {
  /** The API that the adapter belongs to. */
  readonly apiId: string
  /** The adapter is there: forms may call it by its key. */
  readonly isKnown: boolean
  readonly parameters?: ExternalAdapter['parameters']
}

function AdapterFields({ apiId, isKnown, parameters = [], ...fields }: FieldsProps) {
  const { t } = useTranslation()
  const { draft, isLocked, error, onChange } = fields
  const { settings } = draft
  const shared = { isLocked, error, onChange: (changed: AdapterDraft['settings']) => onChange({ settings: changed }) }
  return (
    <>
      <AboutFields {...fields}>
        <TextInput
          label={t('externalSystems.key')}
          description={t('externalSystems.keyHelp')}
          required
          spellCheck={false}
          maxLength={limits.formKey}
          {...textOfDraft(fields, 'key')}
          readOnly={isLocked || isKnown}
        />
      </AboutFields>
      {settings.kind === 'rest' ? <RequestFields {...shared} settings={settings} /> : null}
      {settings.kind === 'sql' ? <StatementFields {...shared} settings={settings} apiId={apiId} /> : null}
      {settings.kind === 'amqp' ? <MessageFields {...shared} settings={settings} /> : null}
      {settings.kind === 'kafka' ? <KafkaMessageFields {...shared} settings={settings} /> : null}
      {settings.kind === 'file' ? null : <ParameterFields {...shared} settings={settings} parameters={parameters} />}
      {settings.kind === 'file' ? <FileFields {...shared} settings={settings} /> : null}
      {hasRows(settings) ? <LimitFields {...shared} settings={settings} /> : null}
    </>
  )
}
