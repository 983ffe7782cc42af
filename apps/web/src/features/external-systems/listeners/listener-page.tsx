import { api, type ExternalListener, type ListenerKind, type ListenerSettings } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { AwaitedPage } from '../../../components/page/awaited-page.tsx'
import { CreatePage } from '../../../components/record/create-page.tsx'
import type { DraftFields } from '../../../components/record/draft-field.ts'
import { useCreate } from '../../../components/record/use-create.ts'
import { Section } from '../../../components/section/section.tsx'
import { integratePaths } from '../../../config/integrate-paths.ts'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { useKept } from '../../../lib/api/use-kept.ts'
import { AboutFields } from '../about-fields.tsx'
import { EditorPage } from '../editor-page.tsx'
import { apiQuery, describeExternal } from '../queries.ts'
import { InboxFields } from './inbox-fields.tsx'
import { emptyListeners, isCompleteListener, type ListenerDraft, pickListener } from './listener-draft.ts'
import type { ListenerFieldsOf } from './listener-fields.ts'
import { ListenerState } from './listener-state.tsx'
import { newListenerTitles } from './listener-titles.ts'
import { QueueFields } from './queue-fields.tsx'
import { SecretSection } from './secret-section.tsx'
import { TargetFields } from './target-fields.tsx'
import { TopicFields } from './topic-fields.tsx'
import { WatchFields } from './watch-fields.tsx'
import { WebhookFields } from './webhook-fields.tsx'

interface Props {
  readonly systemId: string
  readonly apiId: string
  readonly kind: ListenerKind
  /** `new` for one that does not exist yet. */
  readonly id: string
}

const calls = api.externalListeners

/** The page of a webhook, watched folder, mail inbox, queue or topic of an API. */
export function ListenerPage(props: Props) {
  const { t } = useTranslation()
  const ofApi = useQuery({ ...apiQuery(props.apiId), enabled: props.id === 'new' })
  if (props.id !== 'new') return <KnownListener {...props} />
  return (
    <AwaitedPage query={ofApi} help={t(`externalListeners.help.${props.kind}`)} {...describeExternal(t)}>
      {() => <NewListener {...props} />}
    </AwaitedPage>
  )
}

function NewListener({ systemId, apiId, kind }: Props) {
  const { t } = useTranslation()
  const create = useCreate<ListenerDraft>({
    initial: { name: '', description: '', settings: emptyListeners[kind] },
    create: (body) => call(calls.create, { params: { id: apiId }, body }),
    done: (name) => ({ title: t('externalListeners.saved'), text: name }),
    pathOf: (id) => integratePaths.listener(systemId, apiId, kind, id),
  })
  return (
    <CreatePage
      create={create}
      title={t(newListenerTitles[kind])}
      help={t(`externalListeners.help.${kind}`)}
      action={t('externalListeners.saveListener')}
      failed={t('externalListeners.saveFailed')}
      isComplete={isCompleteListener(create.draft)}
    >
      <ListenerFields {...create.fields} />
    </CreatePage>
  )
}

function KnownListener({ id, kind }: Pick<Props, 'id' | 'kind'>) {
  const { t } = useTranslation()
  const params = { id }
  const query = callQuery(calls.get, { params })
  const keep = useKept(query.queryKey)
  return (
    <EditorPage<ExternalListener, ListenerDraft>
      query={useQuery(query)}
      keep={keep}
      help={t(`externalListeners.help.${kind}`)}
      action={t('externalListeners.saveListener')}
      disable={{ text: t('externalListeners.disableText'), action: t('externalListeners.disable') }}
      onDisable={(deletedReason) => call(calls.disable, { params, query: { deletedReason } })}
      onRestore={() => call(calls.restore, { params })}
      pick={pickListener}
      save={(draft, revision) => call(calls.save, { params, body: { ...draft, revision } })}
      isComplete={isCompleteListener}
    >
      {(listener, fields, isDirty) => (
        <>
          <ListenerState listener={listener} />
          {listener.settings.kind === 'webhook' ? <SecretSection listener={listener} isDirty={isDirty} /> : null}
          <ListenerFields {...fields} />
          <Section title={t('externalSystems.api')}>
            <Link to={integratePaths.api(listener.system.id, listener.api.id)}>{listener.api.name}</Link>
          </Section>
        </>
      )}
    </EditorPage>
  )
}

function ListenerFields(fields: DraftFields<ListenerDraft>) {
  const { draft, isLocked, error, onChange } = fields
  const { settings } = draft
  const shared = { isLocked, error }
  return (
    <>
      <AboutFields {...fields} />
      <FieldsByKind {...shared} settings={settings} onChange={(changed) => onChange({ settings: changed })} />
      <TargetFields
        {...shared}
        kind={settings.kind}
        target={settings.target}
        onTarget={(target) => onChange({ settings: { ...settings, target } })}
      />
    </>
  )
}

function FieldsByKind({ settings, ...shared }: ListenerFieldsOf<ListenerSettings>) {
  switch (settings.kind) {
    case 'webhook':
      return <WebhookFields {...shared} settings={settings} />
    case 'folder':
      return <WatchFields {...shared} settings={settings} />
    case 'mail':
      return <InboxFields {...shared} settings={settings} />
    case 'queue':
      return <QueueFields {...shared} settings={settings} />
    case 'topic':
      return <TopicFields {...shared} settings={settings} />
    default:
      return settings satisfies never
  }
}
