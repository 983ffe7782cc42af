import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { PageBody } from '../page/page-body.tsx'
import { type Crumb, PageHeader } from '../page/page-header.tsx'
import { TypedGuard } from '../unsaved/typed-guard.tsx'
import { CreateBar } from './create-bar.tsx'
import classes from './create-page.module.css'
import type { Creation } from './use-create.ts'

interface Props {
  readonly create: Creation
  /** The page's own where left out. */
  readonly title?: string
  /** Steps of the breadcrumb between the list and this page. */
  readonly trail?: readonly Crumb[]
  readonly help: string
  /** Verb and object. */
  readonly action: string
  /** Title of the message when it was not created. */
  readonly failed: string
  readonly isComplete: boolean
  readonly children: ReactNode
}

/** The page on which a record is created. Asks before entered data is lost. */
export function CreatePage({
  create: { save, isDirty },
  title,
  trail,
  help,
  action,
  failed,
  isComplete,
  children,
}: Props) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  // Users who followed a link to this page type the name next. On touch screens, a keyboard would cover the page.
  useEffect(() => {
    if (document.activeElement?.matches('h1') !== true || !matchMedia('(hover: hover)').matches) return
    form.current?.querySelector<HTMLElement>('input[required]:not([readonly])')?.focus({ preventScroll: true })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes on what is submitted in a dialog above the page.
    if (event.target === event.currentTarget && isComplete && !save.isPending) save.mutate()
  }
  return (
    <>
      <TypedGuard isDirty={isDirty} />
      <form ref={form} className={classes.form} onSubmit={submit} onKeyDown={keepEnterInList} noValidate>
        <PageHeader title={title} {...(trail !== undefined && { trail })} help={help} />
        <PageBody>
          {save.isError ? <ErrorBanner title={failed} error={save.error} comfort={t('record.stillHere')} /> : null}
          {children}
        </PageBody>
        <CreateBar action={action} isComplete={isComplete} isPending={save.isPending} trail={trail} />
      </form>
    </>
  )
}

/** Enter in a search that has found nothing yet belongs to its open list, and creates no record. */
function keepEnterInList(event: KeyboardEvent): void {
  const { key, target } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && target.getAttribute('aria-expanded') === 'true')
    event.preventDefault()
}
