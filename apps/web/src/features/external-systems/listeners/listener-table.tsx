import type { ExternalApi, ListenerKind } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ShortTime } from '../../../components/dates/dates.tsx'
import { LinkButton } from '../../../components/link/link-button.tsx'
import { integratePaths } from '../../../config/integrate-paths.ts'
import { PartTable } from '../part-table.tsx'
import { ListenerStateText } from './listener-state.tsx'
import { newListenerTitles } from './listener-titles.ts'

interface Props {
  readonly systemId: string
  readonly api: Pick<ExternalApi, 'id' | 'connection' | 'listeners'>
  readonly isLocked: boolean
}

/** The kinds of listeners that an API can have, by the kind of its connection. */
const kindsOf: Readonly<Record<ExternalApi['connection']['kind'], readonly ListenerKind[]>> = {
  rest: ['webhook'],
  database: ['webhook'],
  file: ['folder', 'webhook'],
  mail: ['mail', 'webhook'],
  amqp: ['queue', 'webhook'],
  kafka: ['topic', 'webhook'],
}

/** The listeners of an API, with their states. */
export function ListenerTable({ systemId, api: { id, connection, listeners }, isLocked }: Props) {
  const { t } = useTranslation()
  const kinds = kindsOf[connection.kind]
  return (
    <PartTable
      title={t('externalListeners.title')}
      hint={t('externalListeners.titleHint')}
      parts={listeners}
      empty={t('externalListeners.none')}
      hrefOf={(one) => integratePaths.listener(systemId, id, one.kind, one.id)}
      columns={[
        { label: t('externalListeners.kind'), cell: ({ kind }) => t(`listenerKind.${kind}`) },
        { label: t('externalListeners.state'), cell: ({ state }) => <ListenerStateText state={state} /> },
        {
          label: t('externalListeners.acceptedAt'),
          cell: ({ acceptedAt }) =>
            acceptedAt === null ? t('externalListeners.never') : <ShortTime at={acceptedAt} />,
        },
      ]}
      actions={
        isLocked
          ? null
          : kinds.map((kind) => (
              <LinkButton key={kind} to={integratePaths.listener(systemId, id, kind, 'new')} size="xs">
                {t(newListenerTitles[kind])}
              </LinkButton>
            ))
      }
    />
  )
}
