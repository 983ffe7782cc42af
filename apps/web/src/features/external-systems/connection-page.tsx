import { TextInput } from '@mantine/core'
import { api, type ConnectionSettings, type ExternalConnection } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { Section } from '../../components/section/section.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { AboutFields } from './about-fields.tsx'
import {
  type ConnectionDraft,
  emptyConnections,
  givenSecrets,
  isCompleteConnection,
  nameIn,
  noSecrets,
  pickConnection,
} from './connection-draft.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { ConnectionHealth } from './connection-health.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { EditorPage } from './editor-page.tsx'
import { EnvironmentSection } from './environment-section.tsx'
import classes from './external-systems.module.css'
import { pathOfConnection } from './part-paths.ts'
import { connectionQuery, describeExternal, healthQuery } from './queries.ts'

interface Props {
  readonly systemId: string
  readonly kind: ConnectionSettings['kind']
  /** For a file connection: the API in its address. */
  readonly apiId?: string
  /** `new` for one that does not exist yet. */
  readonly id: string
}

const calls = api.externalSystems

/** The page of a connection of an external system. */
export function ConnectionPage(props: Props) {
  const { t } = useTranslation()
  const [{ of = '' }] = useSearchState()
  const base = useQuery({ ...connectionQuery(of), enabled: props.id === 'new' && of !== '' })
  if (props.id !== 'new') return <KnownConnection {...props} />
  if (of === '') return <NewConnection {...props} />
  return (
    <AwaitedPage query={base} help={t('externalSystems.helpConnection')} {...describeExternal(t)}>
      {(connection) => <NewConnection {...props} base={connection} />}
    </AwaitedPage>
  )
}

const titles = {
  rest: 'externalSystems.newRest',
  database: 'externalSystems.newDatabase',
  file: 'externalSystems.newFile',
  mail: 'externalSystems.newMail',
  amqp: 'externalSystems.newAmqp',
  kafka: 'externalSystems.newKafka',
} as const

function NewConnection({ systemId, kind, apiId = 'new', base }: Props & { readonly base?: ExternalConnection }) {
  const { t } = useTranslation()
  const create = useCreate<ConnectionDraft>({
    initial: {
      ...{ name: '', description: '', secret: '', secrets: noSecrets, environment: '' },
      settings: base?.settings ?? emptyConnections[kind],
    },
    create: ({ secrets, environment = '', ...body }) =>
      call(calls.createConnection, {
        params: { id: systemId },
        body: {
          ...body,
          secrets: givenSecrets(secrets),
          ...(base !== undefined && { standsFor: { id: base.id, environment } }),
        },
      }),
    done: (name) => ({ title: t('externalSystems.saved'), text: name }),
    pathOf: (id) => pathOfConnection(systemId, { kind, id }, apiId),
    // Named after its environment, until somebody gives it a name.
    change: (before, part) => {
      const usual = (environment = '') => (base === undefined ? '' : nameIn(base.name, environment))
      const isUsual = before.name === '' || before.name === usual(before.environment)
      return part.environment !== undefined && isUsual
        ? { ...before, ...part, name: usual(part.environment) }
        : { ...before, ...part }
    },
  })
  return (
    <CreatePage
      create={create}
      title={base === undefined ? t(titles[kind]) : t('externalSystems.newEnvironment', { name: base.name })}
      help={t(kind === 'file' ? 'externalSystems.helpFolder' : 'externalSystems.helpConnection')}
      action={t('externalSystems.saveConnection')}
      failed={t('externalSystems.saveFailed')}
      isComplete={
        isCompleteConnection(create.draft, false) && (base === undefined || create.draft.environment?.trim() !== '')
      }
    >
      <AboutFields {...create.fields}>
        {base === undefined ? null : (
          <TextInput
            label={t('externalSystems.environment')}
            description={t('externalSystems.environmentHelp')}
            required
            maxLength={50}
            value={create.draft.environment ?? ''}
            error={describeFaultOf(create.fields.error, 'standsFor.environment')}
            onChange={(event) => create.fields.onChange({ environment: event.currentTarget.value })}
          />
        )}
      </AboutFields>
      <ConnectionFields {...create.fields} hasSecret={false} otherSecrets={[]} />
    </CreatePage>
  )
}

function KnownConnection({ systemId, kind, id }: Props) {
  const { t } = useTranslation()
  const params = { id }
  const query = connectionQuery(id)
  const keep = useKept(query.queryKey)
  return (
    <EditorPage
      query={useQuery(query)}
      sections={[useQuery(healthQuery(id))]}
      keep={keep}
      help={t(kind === 'file' ? 'externalSystems.helpFolder' : 'externalSystems.helpConnection')}
      action={t('externalSystems.saveConnection')}
      disable={{ text: t('externalSystems.disableConnectionText'), action: t('externalSystems.disableConnection') }}
      onDisable={(deletedReason) => call(calls.disableConnection, { params, query: { deletedReason } })}
      onRestore={() => call(calls.restoreConnection, { params })}
      pick={pickConnection}
      save={({ secret, secrets, environment: _, ...draft }, revision) =>
        call(calls.saveConnection, {
          params,
          body: { ...draft, secret: secret === '' ? null : secret, secrets: givenSecrets(secrets), revision },
        })
      }
      // Whether the secret can stay is the server's to say: it knows where the connection has led.
      isComplete={(draft) => isCompleteConnection(draft, true)}
    >
      {(connection, fields, isDirty) => (
        <>
          {/* Of what is another connection now nothing is known. */}
          <ConnectionTest key={connection.revision} connection={connection} isDirty={isDirty} onTested={keep} />
          <ConnectionHealth id={connection.id} name={connection.name} />
          <AboutFields {...fields} />
          <EnvironmentSection connection={connection} />
          <ConnectionFields {...fields} hasSecret={connection.hasSecret} otherSecrets={connection.otherSecrets} />
          <Section title={t('externalSystems.usedBy')}>
            {connection.apis.length === 0 ? (
              t('externalSystems.noUse')
            ) : (
              <ul className={classes.uses}>
                {connection.apis.map((one) => (
                  <li key={one.id}>
                    <Link to={integratePaths.api(systemId, one.id)}>{one.name}</Link>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </EditorPage>
  )
}
