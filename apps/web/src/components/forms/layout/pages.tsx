import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { setFormStep, useHasFinishButton } from '../../form-host/form-end.ts'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import type { ContainerProps, ContainerView } from '../layout-props.ts'
import { useNode } from '../use-node.ts'
import { Heading, HeadingElement } from './heading.tsx'
import classes from './layout.module.css'
import { useReveal } from './use-reveal.ts'
import { useVisibleIds } from './use-visible-ids.ts'

/**
 * A container of pages. The next page opens when the current one is valid; pages that a rule hides are left out. All of
 * them stay mounted, so that running work continues. A read-only form shows all pages below one another.
 */
export function Pages({ node, instance, headingLevel, Nodes }: ContainerProps) {
  const id = useId()
  const { store, formId, isReadOnly, isPrinted, showProblems } = useFormView()
  const hasButton = useHasFinishButton(formId)
  const all = node.children.filter((child): child is ContainerView => child.kind === 'container')
  const visible = useVisibleIds(instance, all)
  const pages = all.filter((page) => visible.includes(page.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const [turned, setTurned] = useState(0)
  const heading = useRef<HTMLDivElement>(null)
  // Whoever turns a page goes on reading at its beginning.
  useEffect(() => {
    if (turned > 0) heading.current?.focus()
  }, [turned])
  // The page that was shown may be hidden now: then the one before it is.
  const at = all.findIndex((page) => page.id === chosen)
  const open = pages.findLast((page) => all.indexOf(page) <= at) ?? pages[0]
  const index = open === undefined ? -1 : pages.indexOf(open)
  const { label, help, backLabel, nextLabel } = node.props
  const nextText = typeof nextLabel === 'string' ? nextLabel : formTexts.next
  const hasMore = !isReadOnly && !isPrinted && index >= 0 && index < pages.length - 1
  const goOnNow = useEffectEvent(() => goOn())
  useEffect(() => {
    setFormStep(formId, id, hasMore ? { label: nextText, goOn: goOnNow } : null)
    return () => setFormStep(formId, id, null)
  }, [formId, id, hasMore, nextText])
  const turn = (to: ContainerView | undefined) => {
    if (to === undefined) return
    setChosen(to.id)
    setTurned((count) => count + 1)
  }
  const goOn = () => {
    if (open === undefined) return
    const problems = store.showFaultsIn(store.getInstance(instance.row, open.id))
    if (problems.length > 0) showProblems(problems)
    else turn(pages[index + 1])
  }
  if (open === undefined) return null
  const content = (page: ContainerView) => (
    <Page
      key={page.id}
      node={page}
      headingLevel={headingLevel}
      Nodes={Nodes}
      onReveal={setChosen}
      isOpen={isReadOnly || page === open}
    />
  )
  return (
    <div className={classes.section}>
      {typeof label === 'string' ? <Heading id={id} level={headingLevel} text={label} help={help} /> : null}
      {isReadOnly ? null : (
        <div ref={heading} tabIndex={-1} className={classes.progress}>
          <p className={classes.help}>{formTexts.pageOf(index + 1, pages.length)}</p>
          <ol className={classes.steps} aria-label={typeof label === 'string' ? label : formTexts.pages}>
            {pages.map((page, place) => (
              <li key={page.id} className={classes.step} data-done={place <= index || undefined}>
                {place < index ? (
                  <button type="button" className={classes.stepButton} onClick={() => turn(page)}>
                    {String(page.props.label)}
                  </button>
                ) : (
                  <span aria-current={page === open ? 'step' : undefined}>{String(page.props.label)}</span>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
      {pages.map(content)}
      {isReadOnly ? null : (
        <div className={classes.turns}>
          {index === 0 ? null : (
            <Button variant="default" onClick={() => turn(pages[index - 1])}>
              {typeof backLabel === 'string' ? backLabel : formTexts.back}
            </Button>
          )}
          {index === pages.length - 1 || hasButton ? null : (
            <Button variant="light" onClick={goOn}>
              {nextText}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface PageProps extends Pick<ContainerProps, 'headingLevel' | 'Nodes'> {
  readonly node: ContainerView
  readonly isOpen: boolean
  onReveal(page: string): void
}

function Page({ node, headingLevel, Nodes, isOpen, onReveal }: PageProps) {
  const id = useId()
  useReveal(useNode(node.id), () => onReveal(node.id))
  const { label, help } = node.props
  return (
    <section aria-labelledby={id} className={classes.page} hidden={!isOpen}>
      <HeadingElement id={id} level={headingLevel} className={classes.heading}>
        {String(label)}
      </HeadingElement>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
      <Nodes nodes={node.children} headingLevel={headingLevel + 1} />
    </section>
  )
}
