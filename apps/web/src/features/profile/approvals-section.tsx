import { Button, Group, Text } from '@mantine/core'
import { api, type ToolApproval } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { approvalsQuery } from './account-queries.ts'
import classes from './profile.module.css'

/** Requests of assistants that wait for the user's approval. It is not shown while there are none. */
export function ApprovalsSection() {
  const { t } = useTranslation()
  const approvals = useQuery(approvalsQuery)
  const decide = useMutation({
    mutationFn: ({ id, isApproved }: { id: string; isApproved: boolean }) =>
      call(api.toolApprovals.decide, { params: { id }, body: { isApproved } }),
  })
  if (approvals.data === undefined || approvals.data.length === 0) return null
  return (
    <Section title={t('profile.approvals')} hint={t('profile.approvalsHint')}>
      {decide.isError ? <ErrorBanner title={t('profile.approvalFailed')} error={decide.error} /> : null}
      {approvals.data.map((approval) => (
        <Approval
          key={approval.id}
          approval={approval}
          isPending={decide.isPending && decide.variables.id === approval.id}
          onDecide={(isApproved) => decide.mutate({ id: approval.id, isApproved })}
        />
      ))}
    </Section>
  )
}

interface ApprovalProps {
  readonly approval: ToolApproval
  readonly isPending: boolean
  readonly onDecide: (isApproved: boolean) => void
}

function Approval({ approval: { tool, client, input, createdAt }, isPending, onDecide }: ApprovalProps) {
  const { t } = useTranslation()
  const name = t(`profile.tool.${tool}`)
  return (
    <article className={classes.approval} aria-label={name}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {t('profile.approvalOf', { client })} · <DateTime at={createdAt} />
      </Text>
      <pre className={classes.input}>{JSON.stringify(JSON.parse(input), null, 2)}</pre>
      <Group gap={8}>
        <Button loading={isPending} onClick={() => onDecide(true)} aria-label={t('profile.approveOf', { name })}>
          {t('profile.approve')}
        </Button>
        <Button
          variant="default"
          disabled={isPending}
          onClick={() => onDecide(false)}
          aria-label={t('profile.refuseOf', { name })}
        >
          {t('profile.refuse')}
        </Button>
      </Group>
    </article>
  )
}
