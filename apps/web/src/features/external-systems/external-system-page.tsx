import { api, type ExternalSystem } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { AboutFields } from './about-fields.tsx'
import { EditorPage } from './editor-page.tsx'
import { pathOfAdapter, pathOfConnection } from './part-paths.ts'
import { PartTable } from './part-table.tsx'
import { systemQuery } from './queries.ts'
import { TestState } from './test-state.tsx'

/** The page of an external system with its connections, APIs and adapters. */
export function ExternalSystemPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  const query = systemQuery(id)
  return (
    <EditorPage
      query={useQuery(query)}
      keep={useKept(query.queryKey)}
      help={t('externalSystems.helpOne')}
      action={t('externalSystems.save')}
      disable={{ text: t('externalSystems.disableSystemText'), action: t('externalSystems.disableSystem') }}
      onDisable={(deletedReason) => call(api.externalSystems.disable, { params, query: { deletedReason } })}
      onRestore={() => call(api.externalSystems.restore, { params })}
      pick={({ name, description }) => ({ name, description })}
      save={(draft, revision) => call(api.externalSystems.save, { params, body: { ...draft, revision } })}
      isComplete={({ name }) => name.trim() !== ''}
    >
      {(system, fields) => (
        <>
          <AboutFields {...fields} />
          <Parts system={system} />
        </>
      )}
    </EditorPage>
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
        hrefOf={(one) => pathOfConnection(id, one, apis.find((each) => each.connection.id === one.id)?.id ?? 'new')}
        columns={[
          { label: t('externalSystems.kind'), cell: ({ kind }) => t(`externalSystems.kinds.${kind}`) },
          { label: t('externalSystems.address'), cell: ({ address }) => address },
          { label: t('externalSystems.environment'), cell: ({ environment }) => environment },
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
              <LinkButton to={integratePaths.fileConnection(id, 'new', 'new')} size="xs">
                {t('externalSystems.newFile')}
              </LinkButton>
              <LinkButton to={integratePaths.connection(id, 'mail', 'new')} size="xs">
                {t('externalSystems.newMail')}
              </LinkButton>
              <LinkButton to={integratePaths.connection(id, 'amqp', 'new')} size="xs">
                {t('externalSystems.newAmqp')}
              </LinkButton>
              <LinkButton to={integratePaths.connection(id, 'kafka', 'new')} size="xs">
                {t('externalSystems.newKafka')}
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
        hrefOf={(one) => pathOfAdapter(id, one, one.api.id)}
        columns={[
          { label: t('externalSystems.key'), cell: ({ key }) => key },
          { label: t('externalSystems.kind'), cell: ({ kind }) => t(`externalSystems.kinds.${kind}`) },
          { label: t('externalSystems.api'), cell: (one) => one.api.name },
        ]}
      />
    </>
  )
}
