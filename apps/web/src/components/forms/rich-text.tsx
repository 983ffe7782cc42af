import { type HtmlNode, parseHtml } from '@millrace/forms'
import { createElement, type ReactNode, useMemo } from 'react'
import classes from './rich-text.module.css'

/** HTML of a form or of a value. It is parsed and drawn element by element, never inserted as HTML. */
export function RichText({ html }: { html: string }) {
  const { nodes } = useMemo(() => parseHtml(html), [html])
  return <div className={classes.text}>{nodes.map(drawNode)}</div>
}

function drawNode(node: HtmlNode, index: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, href, children } = node
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key: index })
  const inside = children.map(drawNode)
  if (tag === 'table')
    return (
      <div key={index} className={classes.scroll}>
        <table>{inside}</table>
      </div>
    )
  if (tag !== 'a') return createElement(tag, { key: index }, inside)
  return (
    <a key={index} href={href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  )
}
