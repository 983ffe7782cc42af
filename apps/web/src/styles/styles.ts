import './layers.css'
import './mantine.css'
import './tokens.css'
import './base.css'
