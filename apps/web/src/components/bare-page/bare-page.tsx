import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { isUnreachable } from '../../lib/api/api-error.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { useLoadProduct, useProductName, useStrapline } from '../../lib/product.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Link } from '../link/link.tsx'
import { Logo } from '../logo/logo.tsx'
import { showToast } from '../toast/show-toast.tsx'
import classes from './bare-page.module.css'

interface Props {
  /** Heading of the card and title of the tab. */
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
  /** Content below the card. */
  readonly foot?: ReactNode
}

/** A page with a single card: sign-in, and errors before any page can be shown. */
export function BarePage({ title, text, children, foot }: Props) {
  const { t } = useTranslation()
  const failure = useLoadProduct()
  useEffect(() => {
    // That the server does not answer is said by whatever else needs it.
    if (failure === null || isUnreachable(failure)) return
    showToast({ kind: 'error', title: t('catalogue.themeInformation'), text: describeError(failure).message })
  }, [failure, t])
  const product = useProductName()
  const strapline = useStrapline()
  useDocumentTitle(title)
  return (
    <div className={classes.desk}>
      <main className={classes.main}>
        <div className={classes.brand}>
          <Logo size={32} />
          {product}
        </div>
        {strapline === null ? null : <p className={classes.strapline}>{strapline}</p>}
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          {text ? <p className={classes.text}>{text}</p> : null}
          {children}
        </div>
        {foot ? <p className={classes.foot}>{foot}</p> : null}
      </main>
      <footer className={classes.footer}>
        {t('shell.copyright', { year: new Date().getFullYear(), product })}
        <Link to={paths.helpContents}>{t('shell.help')}</Link>
      </footer>
    </div>
  )
}
