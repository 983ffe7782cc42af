import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { LinkButton } from '../link/link-button.tsx'
import { useTrail } from '../page/use-trail.ts'

interface Props {
  /** Verb and object. */
  readonly action: string
  /** Whether all that it needs is there. */
  readonly isComplete: boolean
  readonly isPending: boolean
  /** Left out: it sends the form around it. */
  readonly onCreate?: () => void
}

/** The bar at the foot of a page that creates a record: create, or return to the list. */
export function CreateBar({ action, isComplete, isPending, onCreate }: Props) {
  const { t } = useTranslation()
  const list = useTrail().at(-1)
  return (
    <ActionBar>
      {list === undefined ? null : (
        <LinkButton to={list.to} search={list.search}>
          {t('common.cancel')}
        </LinkButton>
      )}
      <Button
        variant="filled"
        loading={isPending}
        disabled={!isComplete}
        {...(onCreate === undefined ? { type: 'submit' } : { onClick: onCreate })}
      >
        {action}
      </Button>
    </ActionBar>
  )
}
