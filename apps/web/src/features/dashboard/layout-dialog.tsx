import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import { ActionIcon, Button, Checkbox, Modal, Select } from '@mantine/core'
import { api, type DashboardCard, type DashboardLayout, type DashboardRole, dashboardRoles } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import classes from './dashboard.module.css'

interface Props {
  readonly layout: DashboardLayout
  /** The user has arranged it themselves. */
  readonly isOwn: boolean
  readonly onClose: () => void
}

/** The dialog that chooses and orders cards of the dashboard: for the user, and by administrators for a role. */
export function LayoutDialog({ layout, isOwn, onClose }: Props) {
  const { t } = useTranslation()
  const mayArrangeOthers = hasRole(useSession(), ['RoleAdmin'])
  const [whose, setWhose] = useState<DashboardRole | 'own'>('own')
  return (
    <Modal opened onClose={onClose} title={t('dashboard.layoutTitle')} size={400}>
      {mayArrangeOthers ? (
        <Select
          label={t('dashboard.layoutWhose')}
          className={classes.layoutText}
          data={(['own', ...dashboardRoles] as const).map((value) => ({ value, label: t(`dashboard.whose.${value}`) }))}
          value={whose}
          allowDeselect={false}
          onChange={(value) => setWhose((value ?? 'own') as typeof whose)}
        />
      ) : null}
      {whose === 'own' ? (
        <LayoutForm
          text={t('dashboard.layoutText')}
          layout={layout}
          onSave={(body) => call(api.dashboard.arrange, { body })}
          onReset={isOwn ? () => call(api.dashboard.reset) : null}
          onClose={onClose}
        />
      ) : (
        <RoleLayout key={whose} role={whose} onClose={onClose} />
      )}
    </Modal>
  )
}

/** How it comes for those who have a role. */
function RoleLayout({ role, onClose }: { role: DashboardRole; onClose: () => void }) {
  const { t } = useTranslation()
  // As it is now, not as it was when somebody looked last: what is saved takes the place of what is there.
  const asked = useQuery({ ...callQuery(api.dashboard.ofRoles), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const kept = asked.data?.find((one) => one.role === role)
  const arrange = (layout: DashboardLayout | null) =>
    call(api.dashboard.arrangeForRole, { params: { role }, body: { layout } })
  if (asked.isError && kept === undefined) return <QueryFailure query={asked} title={t('dashboard.layoutsFailed')} />
  if (kept === undefined) return <SkeletonRows count={5} height={36} />
  return (
    <LayoutForm
      text={t('dashboard.layoutOfRole')}
      layout={kept.layout}
      onSave={arrange}
      onReset={kept.isArranged ? () => arrange(null) : null}
      onClose={onClose}
    />
  )
}

interface FormProps {
  readonly text: string
  readonly layout: DashboardLayout
  readonly onSave: (layout: DashboardLayout) => Promise<unknown>
  /** Null where nobody has arranged anything. */
  readonly onReset: (() => Promise<unknown>) | null
  readonly onClose: () => void
}

function LayoutForm({ text, layout, onSave, onReset, onClose }: FormProps) {
  const { t } = useTranslation()
  const [cards, setCards] = useState(layout.cards)
  const [hidden, setHidden] = useState(layout.hidden)
  const [announced, announce] = useState('')
  const names = {
    due: t('dashboard.due'),
    finished: t('dashboard.finished'),
    waiting: t('dashboard.waiting'),
    durations: t('dashboard.durations'),
    start: t('dashboard.startCard'),
  } satisfies Record<DashboardCard, string>
  const save = useMutation({
    mutationFn: (isReset: boolean) => (isReset && onReset !== null ? onReset() : onSave({ cards, hidden })),
    onSuccess: onClose,
  })
  const move = (card: DashboardCard, by: -1 | 1) => {
    const from = cards.indexOf(card)
    const next = cards.toSpliced(from, 1).toSpliced(from + by, 0, card)
    setCards(next)
    announce(t('dashboard.moved', { name: names[card], place: from + by + 1, count: cards.length }))
  }
  return (
    <>
      <p className={classes.layoutText}>{text}</p>
      <ul className={classes.layout}>
        {cards.map((card, index) => (
          <li key={card}>
            <Checkbox
              label={names[card]}
              checked={!hidden.includes(card)}
              onChange={({ currentTarget: { checked } }) =>
                setHidden(checked ? hidden.filter((other) => other !== card) : [...hidden, card])
              }
            />
            {/* Not disabled at the ends: a button that is would lose the focus of whoever moves a card there. */}
            <ActionIcon
              size="sm"
              aria-label={t('dashboard.moveUp', { name: names[card] })}
              aria-disabled={index === 0}
              onClick={() => (index === 0 ? undefined : move(card, -1))}
            >
              <IconArrowUp size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={t('dashboard.moveDown', { name: names[card] })}
              aria-disabled={index === cards.length - 1}
              onClick={() => (index === cards.length - 1 ? undefined : move(card, 1))}
            >
              <IconArrowDown size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.announced}>
        {announced}
      </p>
      {save.isError ? <ErrorBanner title={t('dashboard.saveFailed')} error={save.error} /> : null}
      <div className={classes.buttons}>
        {onReset === null ? null : (
          <Button className={classes.reset} disabled={save.isPending} onClick={() => save.mutate(true)}>
            {t('dashboard.reset')}
          </Button>
        )}
        <Button onClick={onClose}>{t('dashboard.cancel')}</Button>
        <Button variant="filled" loading={save.isPending} onClick={() => save.mutate(false)}>
          {t('dashboard.save')}
        </Button>
      </div>
    </>
  )
}
