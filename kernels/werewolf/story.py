def tell(*a): return []
