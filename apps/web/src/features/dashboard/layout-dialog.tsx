import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import { ActionIcon, Button, Checkbox, Modal } from '@mantine/core'
import { api, type DashboardCard, type DashboardLayout } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './dashboard.module.css'

/** Which cards are shown, and in which order. */
export function LayoutDialog({ layout, onClose }: { layout: DashboardLayout; onClose: () => void }) {
  const { t } = useTranslation()
  const [cards, setCards] = useState(layout.cards)
  const [hidden, setHidden] = useState(layout.hidden)
  const [told, setTold] = useState('')
  const names = {
    due: t('dashboard.due'),
    finished: t('dashboard.finished'),
    waiting: t('dashboard.waiting'),
    durations: t('dashboard.durations'),
    start: t('dashboard.startCard'),
  } satisfies Record<DashboardCard, string>
  const save = useMutation({
    mutationFn: () => call(api.dashboard.arrange, { body: { cards, hidden } }),
    onSuccess: onClose,
  })
  const move = (card: DashboardCard, by: -1 | 1) => {
    const from = cards.indexOf(card)
    const next = cards.toSpliced(from, 1).toSpliced(from + by, 0, card)
    setCards(next)
    setTold(t('dashboard.moved', { name: names[card], place: from + by + 1, count: cards.length }))
  }
  return (
    <Modal opened onClose={onClose} title={t('dashboard.layoutTitle')} size={400}>
      <p className={classes.layoutText}>{t('dashboard.layoutText')}</p>
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
      <p role="status" className={classes.told}>
        {told}
      </p>
      {save.isError ? <ErrorBanner title={t('dashboard.saveFailed')} error={save.error} /> : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('dashboard.cancel')}</Button>
        <Button variant="filled" loading={save.isPending} onClick={() => save.mutate()}>
          {t('dashboard.save')}
        </Button>
      </div>
    </Modal>
  )
}
