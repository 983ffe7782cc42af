import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { LinkButton } from '../link/link-button.tsx'
import type { Crumb } from '../page/page-header.tsx'
import { useTrail } from '../page/use-trail.ts'

interface Props {
  /** Verb and object. */
  readonly action: string
  /** Whether all that it needs is there. */
  readonly isComplete: boolean
  readonly isPending: boolean
  /** Left out: it sends the form around it. */
  readonly onCreate?: () => void
  /** The page that Cancel opens; the last parent page where left out. */
  readonly back?: Crumb | undefined
}

/** The bar at the foot of a page that creates a record: create, or return to the last page of the breadcrumb. */
export function CreateBar({ action, isComplete, isPending, onCreate, back }: Props) {
  const { t } = useTranslation()
  const parent = useTrail().at(-1)
  const { to, search } = back ?? parent ?? {}
  return (
    <ActionBar>
      {to === undefined ? null : (
        <LinkButton to={to} {...(search && { search })}>
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
