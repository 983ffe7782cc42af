import { Button } from '@mantine/core'
import type { FileLoss } from '@millrace/bpmn/keep'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../../../components/designer-frame/message.tsx'

/** Lines of a list; more are counted. */
const most = 12

interface LossesProps {
  readonly losses: readonly FileLoss[]
  readonly onOpen: () => void
  readonly onCancel: () => void
}

/** A note before a file is opened that would lose content when it is saved, with the list of losses. */
export function LossesNotice({ losses, onOpen, onCancel }: LossesProps) {
  const { t } = useTranslation()
  return (
    <Message
      kind="warning"
      title={t('modeller.losses.title')}
      actions={
        <>
          <Button size="xs" onClick={onCancel}>
            {t('modeller.losses.cancel')}
          </Button>
          <Button size="xs" variant="filled" onClick={onOpen}>
            {t('modeller.losses.open')}
          </Button>
        </>
      }
    >
      <p>{t('modeller.losses.intro')}</p>
      <Lines
        lines={losses.map(({ kind, part, owner, line }) =>
          owner === null || kind === 'comment'
            ? t(`modeller.losses.${kind}`, { part, line })
            : t(`modeller.losses.${kind}Of`, { part, owner, line }),
        )}
      />
    </Message>
  )
}

interface NamesProps {
  /** In a file and not drawn, or drawn on a page of its own now. */
  readonly what: 'undrawn' | 'moved'
  readonly names: readonly string[]
}

/** A note about elements that are not drawn as in the file. */
export function NamesNotice({ what, names }: NamesProps) {
  const { t } = useTranslation()
  const [isClosed, setClosed] = useState(false)
  if (names.length === 0 || isClosed) return null
  return (
    <Message
      kind="info"
      title={t(`modeller.${what}.title`, { count: names.length })}
      actions={
        <Button size="xs" onClick={() => setClosed(true)}>
          {t('modeller.undrawn.close')}
        </Button>
      }
    >
      <p>{t(`modeller.${what}.text`)}</p>
      <Lines lines={names} />
    </Message>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation()
  // The same line may be there twice: nothing but its place tells it from others.
  const shown = lines.slice(0, most).map((line, place) => ({ line, place }))
  return (
    <ul>
      {shown.map(({ line, place }) => (
        <li key={place}>{line}</li>
      ))}
      {lines.length > most ? <li>{t('modeller.losses.more', { count: lines.length - most })}</li> : null}
    </ul>
  )
}
