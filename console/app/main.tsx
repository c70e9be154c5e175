import { createRoot } from 'react-dom/client';
import './base.css';
import { App } from './app.tsx';
import { followTheme } from './theme.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element with the id "console"');
followTheme();
createRoot(place).render(<App />);
