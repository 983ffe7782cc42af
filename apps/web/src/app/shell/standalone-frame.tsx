import { Outlet } from '@tanstack/react-router'
import { Logo } from '../../components/logo/logo.tsx'
import { useProductName } from '../../lib/product.ts'
import classes from './plain-frame.module.css'

/** One form on a page of its own. Whoever came by a link need not have more of the product, so nothing leads there. */
export function StandaloneFrame() {
  const product = useProductName()
  return (
    <div className={classes.desk}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={24} />
          {product}
        </span>
      </header>
      <main id="content" tabIndex={-1} className={classes.sheet}>
        <Outlet />
      </main>
    </div>
  )
}
