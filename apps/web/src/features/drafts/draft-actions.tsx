import IconTrash from 'icon:trash'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import classes from './drafts.module.css'
import type { DraftDialogState, DraftRef } from './use-draft-dialogs.ts'

interface Props {
  readonly draft: DraftRef
  /** Where the user goes on; null where they cannot. */
  readonly to: string | null
  readonly dialogs: DraftDialogState
}

/** The actions on a draft: continue it, read it if it cannot be continued, and discard it. */
export function DraftActions({ draft, to, dialogs }: Props) {
  const { t } = useTranslation()
  const { name } = draft
  return (
    <span className={classes.actions}>
      {to === null ? (
        <Button
          size="xs"
          aria-label={t('drafts.readNamed', { name })}
          onClick={() => dialogs.openRead({ id: draft.id, name })}
        >
          {t('drafts.read')}
        </Button>
      ) : (
        <LinkButton to={to} size="xs" aria-label={t('drafts.goOnNamed', { name })}>
          {t('drafts.goOn')}
        </LinkButton>
      )}
      <ActionIcon
        size={28}
        aria-label={t('drafts.deleteNamed', { name })}
        onClick={() => dialogs.openDiscard([{ id: draft.id, name }])}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}
