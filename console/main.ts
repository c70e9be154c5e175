const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root');
root.textContent = 'Chainwatch';
