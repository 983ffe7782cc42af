import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../../../components/designer-frame/message.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { arrange } from '../editor/arrange.ts'
import type { Opened } from '../editor/use-opened.ts'

interface Props {
  readonly opened: Opened
  readonly xml: string
  readonly canEdit: boolean
  readonly onImport: (xml: string) => void
}

/** The reason why a file cannot be shown. For a file without a diagram it offers to create one. */
export function OpeningFailure({ opened, ...props }: Props) {
  const { t } = useTranslation()
  if (opened.kind === 'failed')
    return (
      <Message kind="error" title={t('modeller.unreadable')}>
        {t('modeller.unreadableText', { reason: opened.reason })}
      </Message>
    )
  return opened.kind === 'undrawn' ? <Undrawn {...props} /> : null
}

function Undrawn({ xml, canEdit, onImport }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const [isPending, setPending] = useState(false)
  const draw = async () => {
    setPending(true)
    try {
      onImport(await arrange(xml))
    } catch {
      showToast({ kind: 'error', title: t('modeller.arrangeFailed') })
      setPending(false)
    }
  }
  return (
    <Message
      kind="info"
      title={t('modeller.nothing')}
      actions={
        canEdit ? (
          <Button size="xs" loading={isPending} onClick={() => void draw()}>
            {t('modeller.arrange')}
          </Button>
        ) : undefined
      }
    >
      {t('modeller.nothingText')}
    </Message>
  )
}
