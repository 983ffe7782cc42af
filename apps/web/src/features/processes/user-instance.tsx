import IconLink from 'icon:link'
import IconPrinter from 'icon:printer'
import IconRepeat from 'icon:repeat'
import { Button, CopyButton } from '@mantine/core'
import type { InstanceDetail } from '@millrace/contract'
import { useIsFetching } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Attachments } from '../../components/attachments/attachments.tsx'
import { type CommentSubject, Comments } from '../../components/comments/comments.tsx'
import { usePrinting } from '../../components/forms/print/use-printing.ts'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { type PageTab, PageTabs } from '../../components/tabs/page-tabs.tsx'
import { paths, type UserInstanceMenu, userInstanceMenus } from '../../config/paths.ts'
import { InstanceForms } from './instance-forms.tsx'
import { InstanceHeader } from './instance-header.tsx'
import { InstanceIncidents } from './instance-incidents.tsx'
import { InstancePeople } from './instance-people.tsx'
import type { Selection } from './instance-record.tsx'
import { InstanceRelated } from './instance-related.tsx'
import { InstanceTimeline } from './instance-timeline.tsx'
import { InstanceVariables } from './instance-variables.tsx'
import { InstanceWaits } from './instance-waits.tsx'
import { SelectedStep } from './selected-step.tsx'
import { TimeSlider } from './time-slider.tsx'
import { useMoment } from './use-moment.ts'
import classes from './user-instance.module.css'

/** The page of an instance for users: what it waits for, its history, submitted forms, and involved users. */
export function UserInstance({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const moment = useMoment(instance.id)
  const isPrinting = usePrinting()
  const [isPreparing, setPreparing] = useState(false)
  return (
    <>
      {isPreparing ? (
        <div hidden>
          <PrintedParts instance={instance} selection={selection} />
          <PrintWhenLoaded onEnd={() => setPreparing(false)} />
        </div>
      ) : null}
      <InstanceHeader
        instance={instance}
        actions={
          <>
            {instance.startAgain === null ? null : (
              <LinkButton
                size="xs"
                to={paths.startForm(instance.startAgain)}
                search={{ as: instance.id }}
                leftSection={<IconRepeat size={15} stroke={1.6} />}
              >
                {t('instance.startAgain')}
              </LinkButton>
            )}
            <CopyButton value={location.href}>
              {({ copied, copy }) => (
                <Button size="xs" leftSection={<IconLink size={15} stroke={1.6} />} onClick={copy}>
                  {t(copied ? 'common.copied' : 'instance.copyLink')}
                </Button>
              )}
            </CopyButton>
            <Button
              size="xs"
              leftSection={<IconPrinter size={15} stroke={1.6} />}
              loading={isPreparing}
              onClick={() => setPreparing(true)}
            >
              {t('instance.print')}
            </Button>
          </>
        }
      >
        <InstanceWaits instance={instance} moment={moment.shown} />
      </InstanceHeader>
      <PageBody flush>
        <div className={classes.inset}>
          <TimeSlider instance={instance} moment={moment} selection={selection} />
          {isPrinting ? (
            <PrintedParts instance={instance} selection={selection} />
          ) : (
            <Parts instance={instance} selection={selection} at={moment.at} />
          )}
        </div>
      </PageBody>
    </>
  )
}

interface PartProps {
  readonly instance: InstanceDetail
  readonly selection: Selection
  /** The moment that is looked at; null for now. */
  readonly at: string | null
}

function Parts({ instance, selection, at }: PartProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { menu } = useParams({ strict: false })
  const { permissions, counts } = instance
  const tabs: PageTab<UserInstanceMenu>[] = [
    { value: 'timeline', label: t('instance.timeline') },
    { value: 'forms', label: t('instance.forms') },
    { value: 'comments', label: t('comments.title') },
    { value: 'files', label: t('files.title') },
    { value: 'people', label: t('instance.people') },
    { value: 'related', label: t('instance.related') },
  ]
  if (permissions.seeVariables)
    tabs.push({ value: 'variables', label: t('instance.variables'), count: counts.variables })
  if (permissions.seeIncidents && counts.incidents > 0)
    tabs.push({ value: 'incidents', label: t('instance.incidents'), count: counts.incidents, isAlarming: true })
  const wanted = userInstanceMenus.find((name) => name === menu)
  const open = tabs.find(({ value }) => value === wanted)?.value ?? 'timeline'
  const subject: CommentSubject = { of: 'instance', id: instance.id }
  const panels: Readonly<Record<UserInstanceMenu, () => ReactNode>> = {
    timeline: () => <InstanceTimeline instance={instance} selection={selection} />,
    forms: () => <InstanceForms instanceId={instance.id} />,
    comments: () => <Comments subject={subject} />,
    files: () => <Attachments subject={subject} />,
    people: () => <InstancePeople instanceId={instance.id} />,
    related: () => <InstanceRelated instanceId={instance.id} />,
    variables: () => <InstanceVariables instanceId={instance.id} selection={selection} at={at} />,
    incidents: () => <InstanceIncidents instance={instance} selection={selection} />,
  }
  return (
    <PageTabs
      label={t('common.details')}
      listClassName={classes.tabs}
      tabs={tabs}
      value={open}
      onChange={(value) =>
        void navigate({ to: paths.instance(instance.id, value), search: (before: object) => before, replace: true })
      }
    >
      {open === 'variables' || open === 'incidents' || open === 'timeline' ? (
        <SelectedStep selection={selection} />
      ) : null}
      {panels[open]()}
    </PageTabs>
  )
}

/** Prints as soon as nothing on the page is being loaded: paper cannot wait. */
function PrintWhenLoaded({ onEnd }: { onEnd: () => void }) {
  const isLoading = useIsFetching() > 0
  const print = useEffectEvent(() => {
    window.print()
    onEnd()
  })
  useEffect(() => {
    if (isLoading) return
    // What an answer shows may ask for more, such as a form of a list.
    const timer = setTimeout(print, 100)
    return () => clearTimeout(timer)
  }, [isLoading])
  return null
}

/** The parts of an instance on paper, one below the other, because printing has no tabs. */
function PrintedParts({ instance, selection }: Omit<PartProps, 'at'>) {
  const { t } = useTranslation()
  const parts = [
    { label: t('instance.people'), content: <InstancePeople instanceId={instance.id} /> },
    { label: t('instance.forms'), content: <InstanceForms instanceId={instance.id} areOpen /> },
    { label: t('comments.title'), content: <Comments subject={{ of: 'instance', id: instance.id }} /> },
    { label: t('files.title'), content: <Attachments subject={{ of: 'instance', id: instance.id }} /> },
    { label: t('instance.related'), content: <InstanceRelated instanceId={instance.id} /> },
    { label: t('instance.timeline'), content: <InstanceTimeline instance={instance} selection={selection} /> },
  ]
  return parts.map(({ label, content }) => (
    <section key={label} className={classes.printed}>
      <h2>{label}</h2>
      {content}
    </section>
  ))
}
